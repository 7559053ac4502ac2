import { LIMITS } from '@flint/contracts';
import { t } from '@flint/texts';
import { Button, Row, Stack } from '@flint/ui';
import { AnswerText } from './AnswerText';

interface OtherTextProps {
  readonly placeholder: string | undefined;
  readonly value: string;
  readonly suggestions?: readonly string[] | undefined;
  readonly onChange: (text: string) => void;
}

/** The text box of an 'Other' choice, with the question's suggestions. */
export function OtherText({ placeholder, value, suggestions = [], onChange }: OtherTextProps) {
  return (
    <Stack gap={3} className="onboarding-other">
      <AnswerText
        label={t(placeholder ?? 'In your own words')}
        value={value}
        maxLength={LIMITS.otherTextMax}
        onText={onChange}
      />
      {suggestions.length > 0 && (
        <Row gap={2}>
          {suggestions
            .map((suggestion) => t(suggestion))
            .map((text) => (
              <Button
                key={text}
                size="s"
                variant={value === text ? 'primary' : 'secondary'}
                onClick={() => onChange(text)}
              >
                {text}
              </Button>
            ))}
        </Row>
      )}
    </Stack>
  );
}
