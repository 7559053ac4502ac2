const UNEXPECTED = 'An unexpected error occurred. Please try again.';

/** The first row whose text occurs in the message applies (spec 8, 'Call errors mapped by message'). */
const ROWS: readonly (readonly [needles: readonly string[], text: string])[] = [
  [['Failed to fetch'], 'Network error. Please check your connection and try again.'],
  [['401', 'Unauthorized'], 'Session expired. Please sign in again.'],
  [['403', 'Forbidden'], "You don't have permission to perform this action."],
  [['404', 'Not Found'], 'The requested resource was not found.'],
  [['500', 'Internal Server Error'], 'Server error. Please try again later.'],
];

/** The text shown for a failed call (spec 8): from the table, else the message itself. */
export function callErrorText(message: string): string {
  const row = ROWS.find(([needles]) => needles.some((needle) => message.includes(needle)));
  return row?.[1] ?? (message || UNEXPECTED);
}

/** The message a failed API call throws (spec 7): 'Failed to <action>: <status text>'. */
export function callFailure(action: string, statusText: string): string {
  return `Failed to ${action}: ${statusText}`;
}
