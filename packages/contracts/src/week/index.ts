export { cellOf, CELLS, dayAndHour, DAYS, HOURS, type WeekGrid } from './grid';
export { gridToSlots, slotsToGrid } from './slots';
export { isTimezone, offsetMinutes } from './zone';
