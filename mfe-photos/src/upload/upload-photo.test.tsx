import { LIMITS } from '@flint/contracts';
import { uploadPhoto } from './upload-photo';

interface Answer {
  readonly status: number;
  readonly statusText?: string;
  readonly body?: string;
  readonly retryAfter?: string;
}

/** When a silent line moves its last bytes. */
const LAST_MS = 15_000;

/** A network that answers PUTs with these responses in turn; status 0 is a lost connection, -1 a line that goes silent. */
function network(...answers: Answer[]): { readonly sent: string[] } {
  const sent: string[] = [];
  class FakeRequest extends EventTarget {
    status = 0;
    statusText = '';
    responseText = '';
    upload = new EventTarget();
    private retryAfter: string | null = null;
    open = (_method: string, url: string) => void sent.push(url);
    setRequestHeader = () => undefined;
    getResponseHeader = () => this.retryAfter;
    abort = () => void this.dispatchEvent(new Event('abort'));
    send = () => {
      const { status, statusText = '', body = '', retryAfter = null } = answers.shift() ?? { status: 200 };
      if (status < 0) return setTimeout(() => this.upload.dispatchEvent(new Event('progress')), LAST_MS);
      Object.assign(this, { status, statusText, responseText: body, retryAfter });
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 30, total: 120 }));
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 0, total: 0 }));
      return queueMicrotask(() => this.dispatchEvent(new Event(status === 0 ? 'error' : 'load')));
    };
  }
  Object.assign(globalThis, { XMLHttpRequest: FakeRequest });
  return { sent };
}

const real = globalThis.XMLHttpRequest;
const file = new File(['x'], 'me.jpg', { type: 'image/jpeg' });
const start = (signal = new AbortController().signal, onProgress = (_share: number) => undefined) => {
  let asked = 0;
  return uploadPhoto(file, {
    ask: async () => ({ uploadUrl: `/up/${++asked}`, url: `/photo/${asked}` }),
    onProgress,
    signal,
  });
};

describe('uploading one photo', () => {
  afterEach(() => Object.assign(globalThis, { XMLHttpRequest: real }));

  it('a busy server, or an address that a resent request has used up - causes a retry with a new address', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const { sent } = network(
      { status: 503 },
      ...[409, 403].map((status) => ({ status, retryAfter: '0.01' })),
    );
    expect(await start()).toBe('/photo/4');
    expect(sent).toEqual(['/up/1', '/up/2', '/up/3', '/up/4']);
    // the first answer names no pause: half a second
    expect(timers.mock.calls.flatMap(([, ms]) => (ms === 10 || ms === 500 ? ms : []))).toEqual([500, 10, 10]);
  });

  it('a server that stays busy - fails after four tries with the server’s message', async () => {
    const busy = { status: 503, retryAfter: '0.01', body: '{"detail":"Flint is busy."}' };
    const { sent } = network(busy, busy, busy, busy, busy);
    await expect(start()).rejects.toMatchObject({ message: 'Flint is busy.', status: 503 });
    expect(sent).toHaveLength(4);
  });

  it.each([
    [{ status: 415, body: '{"detail":"Please choose a JPEG."}' }, 'Please choose a JPEG.'],
    [{ status: 500, body: '<html>' }, 'Failed to upload photo: 500'],
    [
      { status: 500, statusText: 'Internal Server Error', body: '<html>' },
      'Failed to upload photo: Internal Server Error',
    ],
    [{ status: 0 }, 'The connection was lost.'],
  ])('the answer %j - fails at once', async (answer, message) => {
    const { sent } = network(answer);
    await expect(start()).rejects.toMatchObject({ message });
    expect(sent).toHaveLength(1);
  });

  it('while it is sent - tells which share of it was', async () => {
    network({ status: 200 });
    const shares: number[] = [];
    await start(undefined, (share) => void shares.push(share));
    expect(shares).toEqual([0.25, 0]);
  });

  it('a line that goes silent - fails twenty seconds after the last bytes, so that it can be tried again', async () => {
    jest.useFakeTimers();
    network({ status: -1 });
    const ended = jest.fn();
    void start().catch(ended);
    await jest.advanceTimersByTimeAsync(LAST_MS + LIMITS.answerPatienceMs - 1);
    expect(ended).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    jest.useRealTimers();
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ message: 'The connection was lost.' }));
  });

  it('cancelled before its address arrived - sends nothing', async () => {
    const { sent } = network();
    const abort = new AbortController();
    abort.abort();
    await expect(start(abort.signal)).rejects.toMatchObject({ message: 'Canceled.', status: 0 });
    expect(sent).toEqual([]);
  });
});
