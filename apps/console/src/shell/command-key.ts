/** The key for commands, as it is written on the keyboards of this system. */
export const commandKey = /\b(?:Mac|iP(?:hone|ad|od))/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
