export { cellOf, CELLS, dayAndHour, DAYS, HOURS, type WeekGrid } from './grid';
export { cellsOf, isSameWeek, mergeHours, weekOf } from './merge';
export { gridToSlots, slotsToGrid } from './slots';
export { clockTime, isSameClock, offsetMinutes } from './zone';
