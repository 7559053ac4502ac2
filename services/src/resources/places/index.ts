export { placesOf, type Places } from './places';
