import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import mongoose from 'mongoose';
import { temporaryFolder } from '../testing/folder';
import { serve } from './serve';

describe('the command', () => {
  it('no command - serves on a socket for this user alone - and ends on SIGTERM', async () => {
    using folder = temporaryFolder();
    const data = path.join(folder.path, 'db');
    const cli = path.join(__dirname, '../cli.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', cli, '--data', data]);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const client = await new mongoose.mongo.MongoClient(line.toString().trim()).connect();
    expect(await client.db('x').command({ ping: 1 })).toMatchObject({ ok: 1 });
    expect(statSync(path.join(data, 'mongo.sock')).mode & 0o777).toBe(0o600);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    await client.close();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('serve on a port - shows an address with the generated password, and refuses connections without it', async () => {
    using folder = temporaryFolder();
    const cli = path.join(__dirname, '../cli.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', cli, '--data', folder.path, '--port', '0']);
    let shown = '';
    child.stdout.on('data', (text) => (shown += String(text)));
    while (!shown.includes('@')) await once(child.stdout, 'data');
    const [, address = ''] = shown.trim().split('\n');
    const client = new mongoose.mongo.MongoClient(address);
    expect((await client.db('x').collection('y').insertOne({ a: 1 })).acknowledged).toBe(true);
    await client.close();
    const stranger = new mongoose.mongo.MongoClient(address.replace(/embedded:[^@]*@/, ''));
    await expect(stranger.db('x').collection('y').findOne()).rejects.toMatchObject({ code: 13 });
    await stranger.close();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.each([[['dance']], [['--port', 'many']], [['--data', '.', 'serve', 'export']]])(
    '%s - is refused with the usage',
    async (args) => {
      await expect(serve(args)).rejects.toThrow(/Usage:|--port takes a number/);
    },
  );
});
