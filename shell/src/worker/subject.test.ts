import { subjectOf } from './subject';

const token = (payload: unknown) =>
  `Bearer x.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.y`;

describe('whose answers are cached', () => {
  it('a bearer token - of a student - names the student', () => {
    expect(subjectOf(token({ sub: '6f0b7f3e-é?>' }))).toBe(
      Buffer.from('6f0b7f3e-é?>', 'utf8').toString('latin1'),
    );
  });

  it.each([null, '', 'Bearer', 'Bearer opaque', 'Bearer a.b.c', token({}), token({ sub: 7 })])(
    '%j - without a student - names nobody, and nothing is cached',
    (authorization) => {
      expect(subjectOf(authorization)).toBeNull();
    },
  );
});
