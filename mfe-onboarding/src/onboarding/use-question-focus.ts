import { useEffect, useRef } from 'react';

/** After a walk to another question its heading has the focus and the page starts at its top, as after any navigation. */
export function useQuestionFocus(questionId: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(questionId);
  useEffect(() => {
    if (before.current === questionId) return;
    before.current = questionId;
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: 'instant' });
  }, [questionId]);
  return heading;
}
