export function realtimeStreaming(): string {
  return `# Realtime streaming

\`GET /universes/{id}/events\` (\`text/event-stream\`; a bearer, or the session of the console) tells what is done in a
universe as it happens. It begins with the comment \`:connected\`; a comment comes whenever nothing else did for a while.

\`\`\`
event: command
id: 42
data: {"type":"tick","dt":60,"meta":{"revision":42,"actor":{"id":"…","name":"Ada","client":"console"},"at":"…","events":[],"changed":{"time":3600}}}
\`\`\`

- \`command\`: the command's own fields, and in \`meta\` its revision, commandId, actor, time, events, \`changed\`, and for a
  step back or forward \`undoes\` or \`redoes\`. \`changed\` has each thing that changed as it is afterwards, null if it is gone;
  \`{"replaced":true}\` says that there is too much to tell: read the state again.
- \`presence\` (no id): \`{people: [{userId, name, client, selection, following, since}]}\`, at the start and at each change.
- \`universe\` (no id): \`{name, role}\` when the universe was renamed or what you may do in it has changed.
- \`dropped\` (no id): \`{reason, message}\`, then the stream ends. Reasons: slow, stopping, signed_out, access_withdrawn,
  deleted. After slow and stopping connect again; after the others there is nothing to come back to.

The id of an event is its revision. Whoever lost the connection sends the last one as \`Last-Event-ID\` (browsers do), or
\`?after=\` when connecting for the first time, and gets everything after it, each once, in order. Without either, a stream
begins with what comes next. A revision that is not there yet is refused with 400.

Commands that were refused are not in the stream, and neither are reads.

## REST

| Request | Answer |
|---|---|
| \`POST /universes\` {name, preset? or state?} | 201, the universe with its state |
| \`GET /universes?cursor&limit\` | {universes, next_cursor} |
| \`GET /universes/{id}?revision\` | the universe with its state, now or then |
| \`PUT /universes/{id}\` {name?, state?} | the universe; a state is logged as replaceSnapshot |
| \`DELETE /universes/{id}\` | 204; its owner only |
| \`POST /universes/{id}/commands\` a command, or {command, expectedRevision?, commandId?} | {nextState, events, revision, changed}; \`?include_state=false\` leaves out the state |
| \`GET /universes/{id}/commands?after&before&limit\` | {entries, revision} |
| \`POST /universes/{id}/undo\`, \`/redo\` {revision?} | as for a command |
| \`GET\`, \`PUT /universes/{id}/members\` {email, role} | whom it is shared with |
| \`DELETE /universes/{id}/members/{userId}\` | 204 |
| \`POST /universes/{id}/presence\` {selection?, following?} | 204 |
| \`GET /universes/{id}/positions?time&ids\` | {time, positions: {id: [x, y, z]}} in AU |

Errors are \`{error, message, …}\`: 400 with \`path\`, 403, 404, 409 with \`revision\` and \`missed\`, 422 with \`reason\`.
Change notifications: clients that subscribed to \`universe://{id}\` over MCP hear of every command.`
}
