const post = (path, body) => fetch(path, { method: "POST", body: JSON.stringify(body),
  headers: { "Content-Type": "application/json" } }).then((answer) => answer.json());
const { match } = await post("/v1/matches", { game: "caissa-escratch", bots: 1 });
const { token } = await post(`/v1/matches/${match}/join`, {});
const socket = new WebSocket(`${location.origin.replace("http", "ws")}/v1/stream`);
const say = (message) => socket.send(JSON.stringify(message));
socket.onopen = () => say({ do: "auth", token, id: "seated" });
socket.onmessage = ({ data }) => {
  const told = JSON.parse(data);
  console.log(told.version, told.phase ?? told.type, told.result ?? told.view ?? told);
  if (told.id === "seated") say({ do: "watch", match });
  if (told.moves?.length) say({ do: "move", match, move: told.moves[0] });
};
