const events = new EventSource(`/v1/matches/${match}/stream?only=entry`);
events.onmessage = ({ data, lastEventId }) => console.log(lastEventId, JSON.parse(data).phase);
events.addEventListener("head", ({ data }) => console.log(JSON.parse(data).signature));
