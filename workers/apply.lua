-- A batch of a feed into the read models, together with the checkpoint, or nothing at all.
--
-- KEYS  checkpoint, heads, then the logs of n matches, then the keys of the commands
-- ARGV  before, after, fence, n, then n times (match, version, head),
--       then for each command: its name, the place of its key, how many arguments, the arguments
--
-- Returns {word, …}:
--   applied    the errors of commands that met something else than a model under their key
--   elsewhere  the models are not where the writer thinks: the position they are at
--   fenced     a later holder of the lease was here
--   gaps       the matches whose log is shorter than the feed says
--
-- Nothing in a log is ever deleted, so its length is the version of its last entry; but the log of
-- a finished match may have gone to the archive as a whole, which a marker beside it says.

local call, pcall = redis.call, redis.pcall
local checkpoint, heads = KEYS[1], KEYS[2]
local before, after, fence, count = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])

local stored = call('HMGET', checkpoint, 'id', 'fence')
if tonumber(stored[2] or 0) > fence then return {'fenced'} end
if (stored[1] or '0-0') ~= before then return {'elsewhere', stored[1] or '0-0'} end

local function archived(log)
  return call('HEXISTS', string.gsub(log, ':log:', ':cmd:', 1), 'archived') == 1
end

local gaps = {'gaps'}
for i = 1, count do
  local length = pcall('XLEN', KEYS[2 + i])
  local short = type(length) ~= 'number' or length < tonumber(ARGV[3 * i + 3])
  if short and not archived(KEYS[2 + i]) then
    gaps[#gaps + 1] = ARGV[3 * i + 2]
  end
end
if #gaps > 1 then return gaps end

-- The checkpoint goes first: a Redis that is out of memory refuses it, and with it everything;
-- what follows must not stop half-way, or it would be counted twice.
call('HSET', checkpoint, 'id', after, 'fence', ARGV[3])

local reply = {'applied'}
local function try(...)
  local answer = pcall(...)
  if type(answer) == 'table' and answer.err then reply[#reply + 1] = answer.err end
end

for i = 1, count do
  try('HSET', heads, ARGV[3 * i + 2], ARGV[3 * i + 4])
end
local at = 5 + 3 * count
while at <= #ARGV do
  local last = at + 2 + tonumber(ARGV[at + 2])
  try(ARGV[at], KEYS[tonumber(ARGV[at + 1])], unpack(ARGV, at + 3, last))
  at = last + 1
end
return reply
