import { ERRORS } from './errors';

describe('a refusal', () => {
  it('keeps the status that clients and other teams were given', () => {
    const byStatus: Record<number, string> = {};
    for (const [code, [status]] of Object.entries(ERRORS).toSorted())
      byStatus[status] = `${byStatus[status] ?? ''} ${code}`.trim();
    expect(byStatus).toEqual({
      400: 'invalid_json validation_failed',
      401: 'unauthenticated',
      403: 'account_restricted forbidden not_a_match proof_needed report_not_allowed upload_refused',
      404: 'not_found',
      405: 'method_not_allowed',
      408: 'request_timeout',
      409: 'album_changed answers_changed appeal_used contact_limit_reached date_not_now double_booked idempotency_in_flight offer_open_exists offer_state_changed place_unavailable plan_changed profile_exists reschedule_limit_reached upload_used',
      413: 'payload_too_large',
      415: 'image_type_unsupported unsupported_media_type',
      422: 'alert_address_refused answer_invalid availability_invalid birth_date_unconfirmed idempotency_mismatch image_size_unfit image_unreadable offer_time_invalid photo_unknown text_unfit under_age',
      429: 'offer_limit_reached rate_limited',
      500: 'internal',
      503: 'unavailable',
      507: 'storage_full',
    });
  });
});
