// What other resources may use. The routes are in availability.resource.ts.
export { availabilityOf, eachAvailability, hasAvailability } from './availability.service';
