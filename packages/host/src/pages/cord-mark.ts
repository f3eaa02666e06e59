import { html, trusted, type Markup } from './markup.ts'

const cords =
  '<path d="M2 7.2C10 3.6 22 3.6 30 7.2"/><path d="M6.5 5.8v13.7M12.8 4.7v24.3M19.2 4.7v18.3M25.5 5.8v9.7"/>'
const knots =
  '<circle cx="6.5" cy="14.5" r="2.5"/><circle cx="12.8" cy="12" r="2.5"/><circle cx="12.8" cy="23.5" r="2.5"/>' +
  '<circle cx="19.2" cy="18" r="2.5"/><circle cx="25.5" cy="11.5" r="2.5"/>'

/** Knotted cords on a main cord, as a quipu hangs. */
export function cordMark(): Markup {
  return html`<svg
    class="mark"
    viewBox="0 0 32 32"
    width="36"
    height="36"
    aria-hidden="true"
    focusable="false"
  >
    <g class="cords">${trusted(cords)}</g>
    <g class="knots">${trusted(knots)}</g>
  </svg>`
}

const iconColor = '#c4622b'
const icon =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
  `<g fill="none" stroke="${iconColor}" stroke-width="1.8" stroke-linecap="round">${cords}</g>` +
  `<g fill="${iconColor}">${knots}</g></svg>`

export const cordIcon = `data:image/svg+xml,${encodeURIComponent(icon)}`
