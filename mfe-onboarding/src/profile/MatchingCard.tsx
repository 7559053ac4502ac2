import type { Profile } from '@flint/contracts';
import { findQuestion, QUESTIONS, SECTIONS } from '@flint/contracts/questions/catalogue';
import { ScreenLink } from '@flint/remote-kit';
import { Card, CardTitle, Notice, Stack } from '@flint/ui';

/** What is missing to be matched, and a way into every section of the answers. */
export function MatchingCard({ profile }: { readonly profile: Profile }) {
  const { missing } = profile.matchable;
  return (
    <Card>
      <Stack>
        <CardTitle>Your answers</CardTitle>
        {missing.length > 0 && (
          <Notice tone="warning" title="You cannot be matched yet">
            <ul>
              {missing.map((id) => (
                <li key={id}>
                  <ScreenLink to="onboarding" params={{ question: id }}>
                    {findQuestion(id)?.title ?? id}
                  </ScreenLink>
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <ul className="profile__sections">
          {SECTIONS.map(({ id, title }) => {
            const questions = QUESTIONS.filter(({ section }) => section === id);
            const answered = questions.filter(
              (question) => profile.answers[question.id] !== undefined,
            ).length;
            return (
              <li key={id}>
                <ScreenLink to="onboarding" params={{ question: questions[0]!.id }}>
                  {title}
                </ScreenLink>
                <span>
                  {answered} of {questions.length} answered
                </span>
              </li>
            );
          })}
        </ul>
      </Stack>
    </Card>
  );
}
