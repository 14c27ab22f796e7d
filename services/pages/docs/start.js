Scalar.createApiReference("#reference", {
  url: "/openapi.json",
  withDefaultFonts: false, // these lie elsewhere
  telemetry: false,
  proxyUrl: "",
  persistAuth: false, // a token is forgotten with the page
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
});
