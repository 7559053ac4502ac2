const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 4"><rect width="3" height="4" fill="#e0673a"/><circle cx="1.5" cy="1.6" r=".7" fill="#fff3ea"/></svg>`;

/** A picture that needs no server. */
export const PICTURE = `data:image/svg+xml,${encodeURIComponent(DRAWING)}`;
