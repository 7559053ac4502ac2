// What other resources may use. The routes are in availability.resource.ts.
export {
  availabilityOf,
  changedWeeks,
  eachAvailability,
  hasAvailability,
  onAvailabilityChanged,
} from './availability.service';
