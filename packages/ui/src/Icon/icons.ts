/** The line icons, on a grid of 24. A build has only those that its code names. */

export const spark = 'M13 2 5 13.5h5.5L9 22l9-12h-6z';
export const calendar = 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4';
export const camera = 'M4 8h3l2-3h6l2 3h3v11H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z';
export const heart = 'M12 20s-7-4.6-9-9a4.8 4.8 0 0 1 9-3.4A4.8 4.8 0 0 1 21 11c-2 4.4-9 9-9 9z';
export const handshake = 'm3 11 4-5 5 2 5-2 4 5-5 6-4 2-4-2zM8 12l3 3M11 10l4 4';
export const user = 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c.6-4 4-6 8-6s7.4 2 8 6';
export const mail = 'M3 6h18v12H3zM3 7l9 7 9-7';
export const check = 'm4 12.5 5 5L20 6.5';
export const x = 'm6 6 12 12M18 6 6 18';
export const chevronLeft = 'm15 5-7 7 7 7';
export const chevronRight = 'm9 5 7 7-7 7';
export const chevronDown = 'm5 9 7 7 7-7';
export const clock = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2';
export const pin =
  'M12 21s7-6 7-11.500a7 7 0 0 0-14 0C5 15 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z';
export const shield = 'M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6z';
export const flag = 'M5 21V4h12l-2 4 2 4H5';
export const alert = 'M12 4 2.8 20h18.400zM12 10v4.500M12 17.500h.010';
export const trash = 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13';
export const star = 'm12 3 2.7 5.7 6.3.8-4.6 4.3 1.2 6.200L12 17l-5.6 3 1.2-6.200L3 9.500l6.3-.800z';
export const plus = 'M12 5v14M5 12h14';
export const refresh = 'M20 12a8 8 0 1 1-2.3-5.700M20 4v4h-4';
export const offline =
  'M3 3l18 18M8.5 16a5 5 0 0 1 7 0M5 12.500a10 10 0 0 1 4-2.300M19 12.500a10 10 0 0 0-6-2.900M12 20h.01';
export const search = 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5';
export const keyboard = 'M3 6h18v12H3zM7 10h.010M11 10h.010M15 10h.010M7 14h10';
export const logout = 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9';
export const settings =
  'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.600l2.2 2.200M16.2 16.200l2.2 2.200M18.4 5.600l-2.2 2.200M7.8 16.200l-2.2 2.2';
export const menu = 'M4 7h16M4 12h16M4 17h16';
export const more = 'M5 11v2M12 11v2M19 11v2';
export const globe = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18';
export const download = 'M12 4v11M7 11l5 5 5-5M5 20h14';
export const edit = 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4';
export const eye = 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z';
export const block = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM6 6l12 12';
export const rotate = 'M4 12a8 8 0 1 0 3-6.200M7 2v4h4';
