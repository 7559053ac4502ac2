import { ROUTES, type Offer } from '@flint/contracts';
import { message } from '@flint/texts/catalogue';
import { ApiError } from '../../http/api-error';
import type { Binder } from '../../http/bind';
import { languageOf } from '../../http/language';
import { plainText } from '../../infra/plain-text';
import { refuseUnfit } from '../../http/refuse-unfit';
import { storeLanguage } from '../profile/index';
import type { Deps } from '../resource';
import {
  acceptOffer,
  cancelOffer,
  declineOffer,
  OfferChanged,
  ownOffer,
  rescheduleOffer,
  withdrawOffer,
  type Found,
} from './answers';
import {
  calendarFile,
  calendarFileName,
  googleCalendarUrl,
  outlookCalendarUrl,
} from './calendar/calendar-file';
import { calendarDateOf, calendarMaker } from './calendar/dates';
import { createOffer } from './create-offer';
import type { Book } from './date-book';
import { chooseMail, wantsMail } from './mail-choice';
import { storeMeeting } from './meetings';
import { findRead } from './notices';
import { toOffer } from './offers.serializer';
import { shownThreadsOf } from './shown-threads';
import { lastRound } from './thread';
import { viewerOf, type Reader } from './viewer';
import { bindYourDate } from './your-date/your-date.routes';

/** An offer after a step, with what the step has read. */
interface Shown extends Pick<Found, 'thread' | 'round'> {
  readonly book?: Book | undefined;
}

const show = async (deps: Deps, { actor, texts }: Reader, { thread, round, book }: Shown): Promise<Offer> =>
  toOffer(thread, round, await viewerOf(deps, actor, [{ thread, round }], { texts, book }));

/** A refusal that depends on the offer's state has the current offer, so that the screen can show it. */
async function withCurrentOffer<T>(deps: Deps, reader: Reader, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OfferChanged)) throw error;
    throw new ApiError(error.code, {
      members: { offer: await show(deps, reader, error.current) },
      cause: error,
    });
  }
}

/** The offer after an act of the reader. */
const showAfter = (deps: Deps, reader: Reader, act: () => Promise<Shown>): Promise<Offer> =>
  withCurrentOffer(deps, reader, async () => show(deps, reader, await act()));

const invalid = (pointer: string, detail: string) =>
  new ApiError('validation_failed', { errors: [{ pointer, detail }] });

async function listOffers(deps: Deps, { actor, texts }: Reader): Promise<Offer[]> {
  const shown = await shownThreadsOf(deps, actor.userId);
  const rounds = shown.flatMap((thread) => thread.rounds.map((round) => ({ thread, round })));
  const viewer = await viewerOf(deps, actor, rounds, { texts });
  return rounds
    .toSorted((a, b) => b.round.createdAt.getTime() - a.round.createdAt.getTime())
    .map(({ thread, round }) => toOffer(thread, round, viewer));
}

/** Binds everything under /offers. */
export function bindOffers(api: Binder, deps: Deps): void {
  api.bind(ROUTES.listOffers, async ({ ctx, ...reader }) => {
    // first: a notice that is queued after this is of a change that the answer may not have
    const drop = await findRead(deps, reader.actor.userId);
    ctx.res.once('finish', () => ctx.res.statusCode === 200 && drop());
    return { items: await listOffers(deps, reader), nextCursor: null };
  });

  api.bind(ROUTES.readOfferMail, async ({ actor: { userId }, ctx }) => {
    const [wanted] = await Promise.all([
      wantsMail(deps, userId),
      storeLanguage(deps, userId, languageOf(ctx)),
    ]);
    return { wanted };
  });

  api.bind(ROUTES.saveOfferMail, async ({ actor, body }) => {
    await chooseMail(deps, actor.userId, body.wanted);
    return { wanted: body.wanted };
  });

  api.bind(ROUTES.createOffer, async ({ body, ...reader }) =>
    showAfter(deps, reader, async () => {
      refuseUnfit({ '/message': body.message, '/location': body.location, '/activity': body.activity });
      const plain = {
        ...body,
        location: plainText(body.location),
        activity: plainText(body.activity),
        message: body.message && plainText(body.message),
      };
      const created = await createOffer(deps, reader.actor.userId, plain);
      return { ...created, round: lastRound(created.thread) };
    }),
  );

  api.bind(ROUTES.respondToOffer, async ({ params, body, ...reader }) =>
    showAfter(deps, reader, async () => {
      if (body.offerId !== params.id)
        throw invalid('/offerId', message('This is not the offer of the address.'));
      const { location, activity } = body.rescheduleData ?? {};
      refuseUnfit({
        '/message': body.message,
        '/rescheduleData/location': location,
        '/rescheduleData/activity': activity,
      });
      const reply = (body.message && plainText(body.message)) || null;
      if (body.action === 'reschedule') {
        const proposed = body.rescheduleData;
        if (!proposed) throw invalid('/rescheduleData', message('Say which time you propose.'));
        return rescheduleOffer(deps, reader.actor.userId, params.id, {
          proposedDate: new Date(proposed.proposedDate),
          location: proposed.location ? plainText(proposed.location) : null,
          activity: proposed.activity ? plainText(proposed.activity) : null,
          placeId: proposed.placeId,
          message: reply,
        });
      }
      const answer = body.action === 'accept' ? acceptOffer : declineOffer;
      return answer(deps, reader.actor.userId, params.id, reply);
    }),
  );

  api.bind(ROUTES.withdrawOffer, async ({ params, ...reader }) =>
    showAfter(deps, reader, () => withdrawOffer(deps, reader.actor.userId, params.id)),
  );

  api.bind(ROUTES.cancelOffer, async ({ params, ...reader }) =>
    showAfter(deps, reader, () => cancelOffer(deps, reader.actor.userId, params.id)),
  );

  api.bind(ROUTES.sayMet, async ({ params, body, ...reader }) =>
    showAfter(deps, reader, () => storeMeeting(deps, reader.actor.userId, params.id, body)),
  );

  api.bind(ROUTES.readOfferCalendar, async ({ params, ...reader }) =>
    withCurrentOffer(deps, reader, async () => {
      const found = await ownOffer(deps, reader.actor.userId, params.id);
      const { thread, round } = found;
      if (round.status !== 'accepted' && round.status !== 'completed') {
        throw new OfferChanged('offer_state_changed', found);
      }
      const date = calendarDateOf(thread, round, reader.texts);
      return {
        fileName: calendarFileName(round.id),
        ics: calendarFile(date, calendarMaker(deps, reader.texts)),
        googleUrl: googleCalendarUrl(date, reader.texts),
        outlookUrl: outlookCalendarUrl(date, reader.texts),
      };
    }),
  );

  bindYourDate(api, deps, withCurrentOffer);
}
