import { findQuestion, QUESTIONS, SECTIONS } from '@flint/contracts/questions/catalogue';
import { missingForMatching } from '@flint/contracts/questions/matchable';
import type { Answers } from '@flint/contracts/questions/types';
import { ScreenLink } from '@flint/remote-kit';
import { message, t } from '@flint/texts';
import { Card, CardTitle, Icon, Notice, Stack } from '@flint/ui';

/** Where the question asks for more than what is missing. */
const NAMES: Readonly<Record<string, string>> = {
  bundle_intro: message('Your date of birth'),
};

/** What is missing to be matched, and a way into every section of the answers. */
export function AnswersCard({ answers }: { readonly answers: Answers }) {
  const missing = missingForMatching(answers);
  return (
    <Card as="section" aria-label={t('Your answers')}>
      <Stack>
        <CardTitle>{t('Your answers')}</CardTitle>
        {missing.length > 0 && (
          <Notice tone="warning" title={t('You cannot be matched yet')}>
            <p>{t('Missing for that:')}</p>
            <ul className="profile__missing">
              {missing.map((id) => (
                <li key={id}>
                  <ScreenLink to="onboarding" params={{ question: id }}>
                    {t(NAMES[id] ?? findQuestion(id)?.title ?? id)}
                  </ScreenLink>
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <ul className="profile__sections">
          {SECTIONS.map(({ id, title }) => {
            const questions = QUESTIONS.filter(({ section }) => section === id);
            const open = questions.filter((question) => answers[question.id] === undefined);
            const first = open[0] ?? questions[0]!;
            return (
              <li key={id}>
                <ScreenLink to="onboarding" params={{ question: first.id }}>
                  <span>{t(title)}</span>
                  <span className="profile__count">
                    {t('{answered} of {count} answered', {
                      answered: questions.length - open.length,
                      count: questions.length,
                    })}
                  </span>
                  <Icon name="edit" size={18} />
                </ScreenLink>
              </li>
            );
          })}
        </ul>
      </Stack>
    </Card>
  );
}
