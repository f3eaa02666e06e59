/** The mark: knotted cords on a main cord, like a quipu. */
export function CordMark({ size }: { readonly size: number }) {
  return (
    <svg className="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <g className="cords">
        <path d="M2 7.2C10 3.6 22 3.6 30 7.2" />
        <path d="M6.5 5.8v13.7M12.8 4.7v24.3M19.2 4.7v18.3M25.5 5.8v9.7" />
      </g>
      <g className="knots">
        <circle cx="6.5" cy="14.5" r="2.5" />
        <circle cx="12.8" cy="12" r="2.5" />
        <circle cx="12.8" cy="23.5" r="2.5" />
        <circle cx="19.2" cy="18" r="2.5" />
        <circle cx="25.5" cy="11.5" r="2.5" />
      </g>
    </svg>
  )
}
