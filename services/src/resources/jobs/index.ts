export { jobsOf, waitForJobs, type JobEnd, type JobTry } from './jobs';
export { jobs } from './job.model';
export { pauseJobs, repeatJobs, showJobs } from './manage';
