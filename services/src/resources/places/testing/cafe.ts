/** A place as a university's file has it. */
export const CAFE = {
  id: 'cafe',
  name: 'Café Nine',
  kind: 'off_campus_cafe',
  address: '9 Elm Street',
  lat: 43.6,
  lon: -79.4,
  hours: 'Mo-Fr 08:00-21:00',
};
