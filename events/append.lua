-- One command's entries into a match's log, or nothing at all.
--
-- KEYS  log, commands, feed
-- ARGV  after, seal, command, request, count, then count times (public, openings, seal),
--       then the fields of the feed's record
--
-- Returns {word, version}:
--   stored     the last version written
--   repeated   the command was here before; the last version it wrote then, a space, its request
--   conflict   somebody else was faster, or the match has gone to the archive; the head's version
--   shorter    the log ends before what the writer knows; the head's version
--   forked     the log says something else than what the writer knows; the head's version
--   foreign    the last id is none of ours; that id
--
-- XADD refuses an id that is taken, but not a gap, and a promoted replica may hold another
-- history under the same versions: hence the look at the last id and its seal.

local call = redis.call
local log, commands, feed = KEYS[1], KEYS[2], KEYS[3]
local after, seal, command = tonumber(ARGV[1]), ARGV[2], ARGV[3]
local request, count = ARGV[4], tonumber(ARGV[5])

local function id(version)
  return string.format('%d-0', version)
end

local function continues(entry)
  return entry ~= nil and entry[2][5] == 's' and entry[2][6] == seal
end

local function refusal(last)
  local head = last and string.match(last[1], '^(%d+)%-0$') or '0'
  if last and head == '0' then return {'foreign', last[1]} end
  if tonumber(head) < after then return {'shorter', head} end
  if after == 0 or continues(call('XRANGE', log, id(after), id(after))[1]) then
    return {'conflict', head}
  end
  return {'forked', head}
end

local known = call('HMGET', commands, command, 'archived')
if known[1] then return {'repeated', known[1]} end
if known[2] then return {'conflict', string.match(known[2], '^%d+')} end

local last = call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
if after == 0 then
  if last then return refusal(last) end
elseif not last or last[1] ~= id(after) or not continues(last) then
  return refusal(last)
end

-- The feed goes first: should Redis refuse the rest, a pointer to nothing does no harm.
call('XADD', feed, '*', unpack(ARGV, 6 + 3 * count))
for i = 1, count do
  local at = 3 + 3 * i
  call('XADD', log, id(after + i),
       'e', ARGV[at], 'o', ARGV[at + 1], 's', ARGV[at + 2], 'c', command)
end
local version = string.format('%d', after + count)
call('HSET', commands, command, version .. ' ' .. request)
return {'stored', version}
