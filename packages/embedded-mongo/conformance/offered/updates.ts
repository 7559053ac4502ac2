import { mapTries, THINGS } from './try';

const [first] = THINGS;
type Asked = readonly [update: object, options?: object, filter?: object];

const one = (tries: Readonly<Record<string, readonly [Asked, object]>>) =>
  mapTries<Asked>(
    Object.fromEntries(
      Object.entries(tries).map(([name, [asked, changed]]) => [name, [asked, { ...first, ...changed }]]),
    ),
    async ({ things }, [update, options, filter]) => {
      await things.updateOne({ _id: 1, ...filter }, update, options);
      return things.findOne({ _id: 1 });
    },
  );

/** Updates of the first document, and the fields they change. */
export const updates = one({
  $set: [[{ $set: { a: 5 } }], { a: 5 }],
  $setOnInsert: [[{ $setOnInsert: { a: 5 } }, { upsert: true }], {}],
  $unset: [[{ $unset: { 's.0.n': 1 } }], { s: [{}, { n: 2 }] }],
  $inc: [[{ $inc: { a: 5 } }], { a: 6 }],
  $mul: [[{ $mul: { a: 5 } }], { a: 5 }],
  $min: [[{ $min: { a: 0 } }], { a: 0 }],
  $max: [[{ $max: { a: 5 } }], { a: 5 }],
  $push: [[{ $push: { l: { $each: [5, 6], $position: 0, $slice: 3 } } }], { l: [5, 6, 1] }],
  $addToSet: [[{ $addToSet: { l: { $each: [2, 3] } } }], { l: [1, 2, 3] }],
  $pop: [[{ $pop: { l: 1 } }], { l: [1] }],
  $pullAll: [[{ $pullAll: { l: [1] } }], { l: [2] }],
  $pull: [[{ $pull: { s: { n: 1 } } }], { s: [{ n: 2 }] }],
});

export const positions = one({
  $: [[{ $set: { 's.$.n': 5 } }, {}, { 's.n': 2 }], { s: [{ n: 1 }, { n: 5 }] }],
  '$[]': [[{ $inc: { 's.$[].n': 5 } }], { s: [{ n: 6 }, { n: 7 }] }],
  '$[name]': [
    [{ $set: { 's.$[one].n': 5 } }, { arrayFilters: [{ 'one.n': 2 }] }],
    { s: [{ n: 1 }, { n: 5 }] },
  ],
});
