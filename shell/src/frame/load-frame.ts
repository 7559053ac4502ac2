/** The frame of a signed-in student; nobody else downloads it. */
export const loadFrame = () => import('./Frame').then(({ Frame }) => ({ default: Frame }));
