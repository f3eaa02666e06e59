/** Drawn on a grid of 24, with strokes in the colour of the text. */
const shapes = {
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  ask: 'M4 5h16v11h-8l-5 4v-4H4zM9.5 9a2.5 2.5 0 1 1 2.5 2.5v1M12 14v.1',
  data: 'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3zM4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  truth: 'M5 4h10l4 4v12H5zM15 4v4h4M8.5 14l2.5 2.5 4.5-5',
  tasks: 'M4 6l1.5 1.5L8 5M4 12l1.5 1.5L8 11M4 18l1.5 1.5L8 17M11 6.5h9M11 12.5h9M11 18.5h9',
  universe:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 2.5c2.5 0 4.5 4.2 4.5 9.5s-2 9.5-4.5 9.5-4.5-4.2-4.5-9.5 2-9.5 4.5-9.5zM2.5 12c0-2.5 4.2-4.5 9.5-4.5s9.5 2 9.5 4.5-4.2 4.5-9.5 4.5-9.5-2-9.5-4.5z',
  board: 'M4 4h16v16H4zM10 4v16M15 4v10',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  doctor: 'M3 12h4l3-7 4 14 3-7h4',
  apps: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  tools: 'M14.5 6a4 4 0 0 0 5 5L12 18.5A2.5 2.5 0 1 1 8.5 15L16 7.5M14.5 6a4 4 0 0 1 4-2.5l-2.5 3 2 2 3-2.5',
  activity: 'M4 5h16M4 10h16M4 15h10M4 20h7M18 14v4l2.5 1.5',
  health: 'M12 20s-8-4.8-8-10.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8 2.5C20 15.2 12 20 12 20z',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.3 2.7-6 6-6s6 2.7 6 6M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5c1.8.8 3 2.8 3 5.5',
  settings:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20',
  menu: 'M4 6h16M4 12h16M4 18h16',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  check: 'M4 12.5 9.5 18 20 6.5',
  cross: 'M6 6l12 12M18 6 6 18',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5z',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  out: 'M10 4H4v16h6M9 12h12M17 8l4 4-4 4',
} as const

export type IconName = keyof typeof shapes

/** Decoration only: the text beside it or the label of its button has the meaning. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  )
}
