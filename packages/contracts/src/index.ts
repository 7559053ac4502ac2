export { callErrorText, callFailure } from './call-errors';
export { ERRORS, type ErrorCode, type FieldError, type Problem } from './errors';
export * as LIMITS from './limits';
export { NO_ABILITIES } from './no-abilities';
export {
  OFFER_EVENTS,
  OFFER_EVENTS_PATH,
  PAGE_AGE_HEADER,
  STREAM_BEAT_MS,
  type EventStream,
} from './offer-events';
export {
  GRAVE_REASONS,
  REPORT_REASONS,
  REPORT_TYPES,
  type ReportReason,
  type ReportType,
} from './report-reasons';
export {
  acceptsKey,
  API_BASE,
  IDEMPOTENCY_KEY,
  defineRoute,
  pathOf,
  type BodyOf,
  type Method,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  type Route,
} from './route';
export { ROUTES, type RouteName } from './routes/index';
export type { AccountExport, SignedInSession } from './routes/account';
export type { Availability, AvailabilityWrite, UtcSlot } from './routes/availability';
export type { Config } from './routes/config';
export type { DailyQuestion, Match, MatchBand, MatchList, Plan } from './routes/matches';
export type { Offer } from './routes/offers';
export type { OfferStatus } from './routes/offer-fields';
export type { Photo, UploadUrl } from './routes/photos';
export type { Place, PlaceList } from './routes/places';
export type { Card, Profile, ProfilePatch } from './routes/profile';
export type { Block, Measure, OwnReport, SafetyNotice, Standing } from './routes/safety';
export { ALERT_KINDS, type AlertChange, type AlertChoices, type AlertKind } from './routes/alerts';
export { DATE_SIGNALS, type DateSignal, type YourDate } from './routes/your-date';
export { EMAIL_MAX, isEmailAddress, mailboxOf, universityEmail, type EmailRule } from './university-email';
export * as WORDING from './wording';
export type { Person } from './wire';
