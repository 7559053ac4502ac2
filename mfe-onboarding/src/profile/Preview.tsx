import type { Photo, Profile } from '@flint/contracts';
import { findQuestion } from '@flint/contracts/questions/catalogue';
import { Badge, Card, CardTitle, PhotoFrame, Row, Stack } from '@flint/ui';

function labelsOf(profile: Profile, id: string): string[] {
  const question = findQuestion(id);
  const answer = profile.answers[id];
  if (!question || !('options' in question)) return [];
  const values = Array.isArray(answer)
    ? answer
    : typeof answer === 'string'
      ? [answer]
      : ((answer as { values?: string[] } | undefined)?.values ?? []);
  return question.options.filter(({ value }) => values.includes(value)).map(({ label }) => label);
}

/** How others see me: name, age, studies, photo and what the questionnaire marks as shown. */
export function Preview({
  profile,
  photo,
}: {
  readonly profile: Profile | null;
  readonly photo: Photo | null;
}) {
  const name =
    (profile?.answers.bundle_intro as { display_name?: string } | undefined)?.display_name || 'A student';
  const about = profile ? [...labelsOf(profile, 'academic_info'), ...labelsOf(profile, 'major_program')] : [];
  const words = profile
    ? [...labelsOf(profile, 'personality_type'), ...labelsOf(profile, 'hobbies_interests')].slice(0, 8)
    : [];
  return (
    <Card padding="none" as="section" aria-label="How others see you">
      <PhotoFrame name={name} photoUrl={photo?.displayUrl} />
      <Stack gap={2} className="profile__preview">
        <span className="profile__eyebrow">How others see you</span>
        <CardTitle>
          {name}
          {profile?.age ? `, ${profile.age}` : ''}
        </CardTitle>
        {about.length > 0 && <p>{about.join(' · ')}</p>}
        <Row gap={2}>
          {words.map((word) => (
            <Badge key={word}>{word}</Badge>
          ))}
        </Row>
      </Stack>
    </Card>
  );
}
