import { BrowserReport } from '@flint/contracts/routes/browser-report';
import { reportFailure } from '../remotes/report';
import { measureLater } from './measure';
import { reportLoad } from './send-report';
import { readBlob } from './testing/read-blob';

const sent: { url: string; body: Blob }[] = [];

beforeEach(() => {
  sent.length = 0;
  navigator.sendBeacon = (url, body) => sent.push({ url: String(url), body: body as Blob }) > 0;
});

describe('what a page reports', () => {
  it('a screen that failed - is reported by code and attempt - without the message, as in the contract', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const error = new Error('I wrote something private');
    reportFailure({
      code: 'remote_crashed',
      remote: 'offers',
      version: '1.0.0-a1',
      request: 'a1b2c3d4',
      error,
    });
    expect(sent.map(({ url }) => url)).toEqual(['/api/v1/browser-reports']);
    const body = await readBlob(sent[0]!.body);
    expect(BrowserReport.parse(body)).toEqual({
      vitals: [],
      failures: [{ code: 'remote_crashed', remote: 'offers', version: '1.0.0-a1', request: 'a1b2c3d4' }],
    });
  });

  it('a screen shown, shown again and failed - in one page - is reported once each, with its release', async () => {
    jest.useFakeTimers();
    const load = { remote: 'offers', version: '1.0.0-a1', screen: 'matches', failed: false };
    reportLoad(load);
    reportLoad(load);
    reportLoad({ ...load, version: '' });
    jest.advanceTimersByTime(5_000);
    reportLoad({ ...load, failed: true });
    reportLoad({ ...load, version: '1.0.1-b2', failed: true });
    jest.advanceTimersByTime(0);
    jest.useRealTimers();
    const loads = await Promise.all(
      sent.map(async (each) => BrowserReport.parse(await readBlob(each.body)).loads),
    );
    expect(loads).toEqual([
      [load],
      [{ ...load, failed: true }],
      [
        { ...load, version: '1.0.1-b2' },
        { ...load, version: '1.0.1-b2', failed: true },
      ],
    ]);
  });

  it('offline - nothing is sent', () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    reportFailure({ code: 'remote_crashed', remote: 'offers', version: '', error: null });
    expect(sent).toEqual([]);
  });

  it('vitals - before the first screen is shown, or after the page is left - are not loaded', () => {
    jest.useFakeTimers();
    const stop = measureLater();
    stop();
    jest.advanceTimersByTime(60_000);
    expect(sent).toEqual([]);
    jest.useRealTimers();
  });
});
