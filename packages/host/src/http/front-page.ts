/** For a person who opens the address in a browser: that it runs, and how to connect an assistant. */
export function frontPage(appUrl: string, version: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quipu</title>
<style>
  :root { color-scheme: light dark; --ink: #1d2330; --soft: #5b6577; --paper: #fbfaf7; --line: #e3dfd5; --knot: #b4541f; }
  @media (prefers-color-scheme: dark) { :root { --ink: #ece9e2; --soft: #a3abb9; --paper: #15181e; --line: #2c323d; --knot: #e58a52; } }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
  main { max-width: 42rem; margin: 12vh auto 4rem; padding: 0 1.5rem; }
  h1 { font-size: 2.25rem; margin: 0; letter-spacing: -0.02em; }
  h1::after { content: ""; display: block; width: 4.5rem; height: 4px; margin-top: .6rem; border-radius: 2px; background: var(--knot); }
  h2 { font-size: 1rem; margin: 2.2rem 0 .4rem; }
  p { margin: .6rem 0; } .soft { color: var(--soft); }
  pre { margin: .4rem 0; padding: .8rem 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; font: 13.5px/1.5 ui-monospace, monospace; }
</style>
</head>
<body>
<main>
  <h1>Quipu</h1>
  <p>One MCP server between your assistants and what your team knows and does. It is running.</p>
  <h2>Connect an assistant on this machine</h2>
  <p>In the folder where Quipu is installed:</p>
  <pre>claude mcp add quipu -- "$PWD/node_modules/.bin/quipu" stdio</pre>
  <h2>Connect over HTTP</h2>
  <p>The address is <strong>${escape(appUrl)}/mcp</strong>. Make a token for it in the same folder:</p>
  <pre>npx quipu token create --user you@example.com</pre>
  <p class="soft">Version ${escape(version)}</p>
</main>
</body>
</html>
`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
