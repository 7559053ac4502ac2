import mongoose, { Schema } from 'mongoose';
import { startServer } from '../server';

describe('create', () => {
  it('a first write - while another connection creates the same collection - is stored', async () => {
    const server = await startServer({});
    const db = await mongoose.createConnection(`${server.origin}race?directConnection=true`).asPromise();
    await Promise.all(Array.from({ length: 8 }, (_, n) => db.collection('warm').insertOne({ n })));
    const schema = new Schema({ _id: String, taken: Number }, { versionKey: false });
    for (let round = 0; round < 10; round++) {
      const model = db.model(`Counter${round}`, schema);
      const count = () =>
        model.findOneAndUpdate(
          { _id: 'a' },
          { $inc: { taken: 1 } },
          { upsert: true, returnDocument: 'after' },
        );
      expect([(await count())?.taken, (await count())?.taken]).toEqual([1, 2]);
    }
    await db.close();
    await server.close();
  });
});
