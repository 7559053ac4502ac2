/** Decoration of the welcome page: one strike, and the sparks it throws. */
export function Sparks() {
  return (
    <svg className="sparks" viewBox="0 0 600 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g className="sparks__rays">
        <path d="M640 120 120 640M640 210 240 610M640 300 330 610M560 40 60 540M470 10 40 440" />
      </g>
      <path className="sparks__bolt" d="M430 120 190 450h150l-34 220 268-350H416z" />
      <g className="sparks__dots">
        <circle cx="118" cy="210" r="5" />
        <circle cx="176" cy="146" r="3" />
        <circle cx="92" cy="330" r="3" />
        <circle cx="250" cy="92" r="4" />
        <circle cx="520" cy="560" r="5" />
        <circle cx="530" cy="720" r="3" />
        <circle cx="556" cy="470" r="3" />
      </g>
    </svg>
  );
}
