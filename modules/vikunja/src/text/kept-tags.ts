/** Marks of Vikunja's editor for which Markdown has nothing. They stand in Markdown as they are, without attributes. */
export const keptMarks: readonly string[] = ['u', 'mark', 'sub', 'sup']

/** How Vikunja's editor names a person inside a text: by `data-id`, the user name. */
export const mentionTag = 'mention-user'

/** A tag that goes through from Markdown to HTML. Any other is text that somebody typed. */
export const keptTag = new RegExp(
  `(</?(?:${keptMarks.join('|')})>|<br ?/?>|<${mentionTag} data-id="[^"<>&]*">|</${mentionTag}>)`,
)
