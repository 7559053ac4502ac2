// What other resources may use. The routes are in profile.resource.ts.
export {
  ageToday,
  displayNameOf,
  eachProfile,
  loadProfile,
  loadProfiles,
  onProfileChanged,
  personOf,
  todayAt,
  type StoredProfile,
} from './profile.service';
