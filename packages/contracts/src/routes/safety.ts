import * as z from 'zod/mini';
import { LIMITS } from '../limits';
import { defineRoute } from '../route';
import { Id, Instant, List, Text, UserId } from '../wire';

/** Report types in the order shown; the default is the first (spec 9). */
export const REPORT_TYPES = ['no_show', 'inappropriate_behavior', 'safety_concern', 'fake_profile'] as const;
export const ReportType = z.enum(REPORT_TYPES);
export type ReportType = z.output<typeof ReportType>;

export const ReportReceipt = z.object({ id: Id, offerId: Id, reportType: ReportType, createdAt: Instant });

export const reportOffer = defineRoute({
  name: 'reportOffer',
  method: 'POST',
  path: '/safety/report',
  summary: 'Report a completed offer; recipient only, one per offer, and it blocks the pair from each other',
  auth: 'user',
  body: z.strictObject({
    offerId: Id,
    reportType: ReportType,
    description: Text(LIMITS.reportDescriptionMax),
    /** The client's clock; kept as a note, the server's own decides. */
    createdAt: z.optional(Instant),
  }),
  status: 201,
  response: ReportReceipt,
  errors: ['not_found', 'report_not_allowed'],
});

export const Block = z.object({ userId: UserId, name: z.string(), createdAt: Instant });
export type Block = z.output<typeof Block>;

export const listBlocks = defineRoute({
  name: 'listBlocks',
  method: 'GET',
  path: '/blocks',
  summary: 'People this student blocked',
  auth: 'user',
  status: 200,
  response: List(Block),
  errors: [],
});

export const createBlock = defineRoute({
  name: 'createBlock',
  method: 'POST',
  path: '/blocks',
  summary: 'Block a person: instant, silent, both ways; open offers between the two end',
  auth: 'user',
  body: z.strictObject({ userId: UserId }),
  status: 201,
  response: Block,
  errors: ['not_found'],
});

export const removeBlock = defineRoute({
  name: 'removeBlock',
  method: 'DELETE',
  path: '/blocks/{userId}',
  summary: 'Lift an own block',
  auth: 'user',
  params: z.object({ userId: UserId }),
  status: 204,
  response: null,
  errors: [],
});
