import { startTestDatabase } from '@flint/testing';
import { Schema } from 'mongoose';

describe('create', () => {
  it('a first write - while mongoose makes the same collection on another connection - is kept', async () => {
    await using database = await startTestDatabase();
    await Promise.all(Array.from({ length: 8 }, (_, n) => database.db.collection('warm').insertOne({ n })));
    const schema = new Schema({ _id: String, taken: Number }, { versionKey: false });
    for (let round = 0; round < 10; round++) {
      const model = database.db.model(`Counter${round}`, schema);
      const count = () =>
        model.findOneAndUpdate(
          { _id: 'a' },
          { $inc: { taken: 1 } },
          { upsert: true, returnDocument: 'after' },
        );
      expect([(await count()).taken, (await count()).taken]).toEqual([1, 2]);
    }
  });
});
