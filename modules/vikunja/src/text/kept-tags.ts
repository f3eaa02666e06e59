/** Marks of Vikunja's editor that Markdown lacks. They are kept in Markdown as tags without attributes. */
export const keptMarks: readonly string[] = ['u', 'mark', 'sub', 'sup']

/** How Vikunja's editor names a person inside a text: by `data-id`, the user name. */
export const mentionTag = 'mention-user'

/** A tag that is kept from Markdown to HTML. Any other tag is text. */
export const keptTag = new RegExp(
  `(</?(?:${keptMarks.join('|')})>|<br ?/?>|<${mentionTag} data-id="[^"<>&]*">|</${mentionTag}>)`,
)
