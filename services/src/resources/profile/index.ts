// What other resources may use. The routes are in profile.resource.ts.
export {
  ageToday,
  changedProfiles,
  displayNameOf,
  eachProfile,
  loadProfile,
  loadProfiles,
  noteLanguage,
  onProfileChanged,
  personOf,
  renameProfile,
  todayAt,
  type StoredProfile,
} from './profile.service';
