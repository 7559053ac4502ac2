import { WORDING } from '@flint/contracts';
import type { Answer, Question } from '@flint/contracts/questions/types';
import { t } from '@flint/texts';
import { DoneDrawing, EmptyState } from '@flint/ui';
import { ChipsField } from './ChipsField';
import { IntroField } from './IntroField';
import { HeightField, RangeField, ScalesField, SelectGroupField } from './MeasureFields';
import { MultiSelectField } from './MultiSelectField';
import { SingleSelectField } from './SingleSelectField';
import { EmailField, FreeTextField, SelfieField } from './TextFields';

interface QuestionFieldProps {
  readonly question: Question;
  readonly answer: Answer | undefined;
  readonly onAnswer: (answer: Answer | null) => void;
  readonly email: string;
}

/** The form for a question's type; 'Coming Soon' for a type that this version does not know (spec 2). */
export function QuestionField({ question, ...rest }: QuestionFieldProps) {
  switch (question.type) {
    case 'bundle_intro':
      return <IntroField question={question} {...rest} />;
    case 'single_select':
      return <SingleSelectField question={question} {...rest} />;
    case 'multi_select':
      return <MultiSelectField question={question} {...rest} />;
    case 'limited_chips':
      return <ChipsField question={question} {...rest} />;
    case 'range':
      return <RangeField question={question} {...rest} />;
    case 'height':
      return <HeightField question={question} {...rest} />;
    case 'scales':
      return <ScalesField question={question} {...rest} />;
    case 'select_group':
      return <SelectGroupField question={question} {...rest} />;
    case 'text':
      return <FreeTextField question={question} {...rest} />;
    case 'email':
      return <EmailField question={question} {...rest} />;
    case 'selfie':
      return <SelfieField question={question} {...rest} />;
    default:
      return <EmptyState drawing={<DoneDrawing />} title={t(WORDING.comingSoon)} />;
  }
}
