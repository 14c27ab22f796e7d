-- A match's log, once it is in the archive; its last version and seal remain. The only deletion.
--
-- KEYS  log, commands, seed
-- ARGV  the version and the seal where the log ends (0: there is none), those of the archive
--
-- Returns a word:
--   removed
--   archived   somebody was here before
--   changed    the log does not end as it was archived
--
-- The marker lies among the command ids, where every append looks anyway: who comes late is told
-- that the match has moved on, and nobody can begin it anew.

local call = redis.call
local log, commands, seed = KEYS[1], KEYS[2], KEYS[3]
local version, seal = ARGV[1], ARGV[2]

local function ends_there()
  local last = call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
  if not last then return version == '0' end
  return last[1] == version .. '-0' and last[2][6] == seal
end

if call('HEXISTS', commands, 'archived') == 1 then return 'archived' end
if not ends_there() then return 'changed' end

call('UNLINK', log, commands, seed)
call('HSET', commands, 'archived', ARGV[3] .. ' ' .. ARGV[4])
return 'removed'
