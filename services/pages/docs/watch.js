const events = new EventSource(`/v1/matches/${match}/stream?only=entry`);
events.onmessage = ({ data, lastEventId }) => console.log(lastEventId, JSON.parse(data).phase);
events.addEventListener("head", ({ data }) => {
  const { phase, signature } = JSON.parse(data);
  console.log(phase, signature);
  if (phase === "finished") events.close(); // a browser would ask again for ever
});
