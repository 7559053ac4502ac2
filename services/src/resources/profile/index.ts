// What other resources may use. The routes are in profile.resource.ts.
export {
  ageToday,
  displayNameOf,
  eachProfile,
  countProfiles,
  loadAnswers,
  loadProfile,
  loadProfiles,
  noteLanguage,
  personOf,
  renameProfile,
  type StoredProfile,
} from './profile.service';
