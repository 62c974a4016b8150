export {
  findDisqualification,
  findMissingReviews,
  ignoredReasons,
  type JudgedReview,
  judgeReviews,
  type Review,
  type ReviewBy,
  reviewLimits,
  verdicts,
  type WorkFacts,
} from './review.ts';
export { recordReview } from './review-events.ts';
export {
  askAgain,
  insertReview,
  listOwnReviewTimes,
  listReviewerRows,
  listReviewRows,
  listReviewsAskedOf,
  type Reviewer,
} from './review-store.ts';
export { setReviewers } from './reviewers.ts';
