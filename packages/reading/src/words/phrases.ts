/** What function words do in a question. */
export type Operator =
  | 'opener'
  | 'count'
  | 'average'
  | 'sum'
  | 'minimum'
  | 'maximum'
  | 'distinct'
  | 'each'
  | 'order'
  | 'ascending'
  | 'descending'
  | 'alphabetical'
  | '>'
  | '>='
  | '<'
  | '<='
  | '='
  | '!='
  | 'between'
  | 'orMore'
  | 'orLess'
  | 'not'
  | 'no'
  | 'without'
  | 'except'
  | 'both'
  | 'either'
  | 'or'
  | 'and'
  | 'but'
  | 'along'
  | 'most'
  | 'least'
  | 'common'
  | 'rare'
  | 'top'
  | 'bottom'
  | 'whose'
  | 'that'
  | 'with'
  | 'have'
  | 'of'
  | 'by'
  | 'preposition'
  | 'be'
  | 'named'
  | 'contains'
  | 'begins'
  | 'ends'
  | 'null'
  | 'pronoun'
  | 'who'
  | 'when'
  | 'where'
  | 'which'
  | 'what'
  | 'possessive'
  | 'comma'
  | 'stop'
  | 'paren'
  | 'any'
  | 'all'
  | 'only'
  | 'same'
  | 'other'
  | 'share'
  | 'ratio'
  | 'than'
  | 'times'
  | 'corresponding'
  | 'existence'
  | 'per'
  | 'before'
  | 'after'
  | 'do'
  | 'filler'
  | 'growth'
  | 'running'
  | 'difference'
  | 'median'
  | 'letter'
  | 'average-of-all'
  | 'that-of'
  | 'more'
  | 'everything'
  | 'aged'

const lines: readonly (readonly [Operator, string])[] = [
  [
    'opener',
    'give both|show both|return both|list both|list|show|find|give|give me|return|tell me|tell|display|get|retrieve|compute|calculate|report|select|please|can you|could you|show me|find me|list out|find out|provide|i want|i need|what about|determine|identify|print|please show me|please list|please find|i would like to know|do you know|let me know',
  ],
  [
    'count',
    'how many|number of|the number of|count of|count the number of|total number of|the total number of|total count of|the count of|how many different|how many distinct|how many unique|number of different|number of distinct|number of unique|number of times|how many times|how often|count|count how many|total number|overall number of|quantity of',
  ],
  ['average', 'average|mean|avg|averaged|average value of|on average|in average|average number of|averages'],
  [
    'sum',
    'total|total of|sum|sum of|total amount of|combined|overall|in total|altogether|total sum of|totals|total value of|sum total of|aggregate|how much|total amount|cumulative|collectively',
  ],
  ['minimum', 'minimum|min|minimal|minimum value of'],
  ['maximum', 'maximum|max|maximal|maximum value of'],
  ['median', 'median'],
  ['distinct', 'distinct|different|unique|various|differing|separate|distinctive'],
  [
    'each',
    'for each|for every|by different|for different|in each|of each|each|every|by each|within each|at each|on each|from each|grouped by|group by|grouping by|broken down by|for each of|for any|across|to each|with each|under each|per each|split by|by every|in every|of every|for each different|for each distinct|respectively for each|belonging to each|in each of|of each of',
  ],
  ['per', 'per'],
  [
    'order',
    'sorted by|ordered by|sort first by|sorted first by|then by|and then by|then sort by|and sort by|, then by|sorted first in|order by|sort by|in order of|in the order of|ranked by|arranged by|listed by|order of|sort them by|order them by|sorted in order of|sort the results by|order the results by|sort the list by|order results by|sort results by|sort the result by|order the result by|sorting by|ordering by|ordered according to|sorted according to|ordered in|sorted in|sort in|order in|sorted|ordered|in order by|arrange by|rank by|rank them by|ordered from|sorted from|sort|arranged in|arrange the result|arrange|arranged',
  ],
  [
    'ascending',
    'lowest first|smallest first|oldest first|cheapest first|earliest first|fewest first|ascending|ascending order|in ascending order|increasing|in increasing order|increasing order|ascending order of|in ascending order of|in increasing order of|in the ascending order|in the ascending order of|from low to high|from lowest to highest|from least to greatest|from smallest to largest|from lowest|from the lowest to the highest|low to high|in the ascending order by|in ascending order by|ascendingly|ascending by|from least to most|from small to large|from earliest to latest|from oldest|from early to late|early to late|from small to big|from few to many|from fewest to most|from short to long|from shortest to longest|from cheap to expensive|from cheapest to most expensive|from a to z',
  ],
  [
    'descending',
    'highest first|largest first|biggest first|newest first|latest first|most first|most recent first|descending|descending order|in descending order|decreasing|in decreasing order|decreasing order|descending order of|in descending order of|in decreasing order of|in the descending order|in the descending order of|from high to low|from highest to lowest|from greatest to least|from largest to smallest|from most to least|from highest|from the highest to the lowest|high to low|in the descending order by|in descending order by|descendingly|descending by|in reverse order|from large to small|from most recent to oldest|from latest to earliest|from late to early|from big to small|from many to few|from most to fewest|from long to short|from longest to shortest|from expensive to cheap|from most expensive to cheapest|from z to a|in reverse|in the decreasing order of|reverse',
  ],
  [
    'alphabetical',
    'alphabetically|alphabetical order|in alphabetical order|alphabetical|in alphabetical order of|in the alphabetical order|alphabetical order of|lexicographically|in lexicographical order|in lexicographic order|lexicographical order|in lexicographical order of|in alphabetical order by|in ascending alphabetical order|in ascending alphabetical order of|in lexicographic order of|in alphabetic order|by alphabetical order|alphabetically by|in alphabetical ascending order|in alphabetic order of|alphabetic order',
  ],
  [
    '>',
    'more than|greater than|larger than|higher than|above|over|exceeding|exceeds|exceed|bigger than|in excess of|greater|better than|bigger|exceeded|is more than|strictly more than|beyond|surpass|surpassing|that exceeds|upwards of',
  ],
  [
    '>=',
    'at least|no less than|no fewer than|not less than|not fewer than|greater than or equal to|larger than or equal to|bigger than or equal to|more than or equal to|minimum of|a minimum of|greater or equal to|equal or more than|not below|not under|equal to or greater than|equal to or more than|not lower than|higher than or equal to',
  ],
  [
    '<',
    'less than|fewer than|lower than|below|under|smaller than|beneath|is less than|fewer|strictly less than|worse than',
  ],
  [
    '<=',
    'at most|no more than|not more than|up to|not exceeding|maximum of|a maximum of|less than or equal to|smaller than or equal to|fewer than or equal to|not greater than|no greater than|not above|not over|equal or less than|equal to or less than|no higher than|not higher than|no larger than|lower than or equal to',
  ],
  [
    'orMore',
    'or more|or above|or higher|or greater|or over|or older|or later|or larger|and above|and over|or longer|and more|or better',
  ],
  [
    'orLess',
    'or less|or fewer|or below|or lower|or under|or younger|or earlier|or smaller|and below|and under|or shorter',
  ],
  ['=', 'exactly|equal to|equals|equal|is exactly|precisely|same as|the same as|just'],
  ['!=', 'not equal to|different from|different than|distinct from|unequal to|not equal'],
  ['before', 'before|earlier than|prior to|older than year'],
  ['after', 'after|later than|since'],
  [
    'between',
    'between|in between|ranging from|in the range|in the range of|within the range of|range from|ranges from',
  ],
  [
    'not',
    "not|never|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|hasn't|haven't|hadn't|cannot|can't|won't|nor|neither|wouldn't|couldn't|shouldn't|non|not yet|not any|have not|has not|had not|did not|do not|does not|is not|are not|was not|were not|never had|have never|has never|not been|have not been|has not been|have never been|has never been|but not|and not|but is not|but are not|but do not|but does not|but did not|and do not|and does not|and did not|but have not|but has not|not have|not have any|do not have any|does not have any|do not have|does not have|did not have|did not have any|don't have|doesn't have|don't have any|doesn't have any|not having|not having any|no longer|have never had|has never had|fail to|failed to|be not|lack|lacks|lacking",
  ],
  ['no', 'no|zero|none of|none|have no|has no|had no|with no|having no|but no|and no'],
  ['without', 'without|without any'],
  ['except', 'except|except for|excluding|other than|apart from|but not in|besides|aside from|leaving out'],
  ['both', 'both|at the same time|as well'],
  ['either', 'either'],
  ['or', 'or'],
  ['and', 'and|as well as|and also|also|but also|plus|&|in addition to|and then'],
  ['but', 'but|however|yet|while|although|whereas'],
  [
    'along',
    'along with|together with|with their|and their|with its|with his|with the corresponding|alongside|with their corresponding|with corresponding|as well as their|and its|as well as the|and the corresponding|accompanied by|along with their|along with its|together with their|along with the|together with the|and the|and also the|and what are the|and what is the|and what are their|and what is its|and what are|and what is|and list|and show|and give|and return|, and what is|and find|and tell|and also|and what|and then list',
  ],
  [
    'most',
    'most|the most|most number of|the most number of|highest number of|largest number of|greatest number of|the highest number of|the largest number of|the greatest number of|the maximum number of|maximum number of|largest amount of|highest amount of|the largest amount of|the biggest number of|largest count of|highest count of|biggest number of|max number of',
  ],
  [
    'least',
    'least|the least|fewest|the fewest|least number of|lowest number of|smallest number of|the least number of|the lowest number of|the smallest number of|fewest number of|minimum number of|the minimum number of|the fewest number of|smallest amount of|lowest amount of|least amount of|lowest count of',
  ],
  [
    'common',
    'most number of times|the most number of times|the most often|the most frequently|the most times|most times|the most common|the most popular|the most frequent|most common|most frequent|most popular|most frequently|most commonly|most often|most commonly used|most frequently used|most used|most widely used|most prevalent|most popularly|most frequently occurring|most commonly found|most prominent|most widespread|most commonly occurring|most dominant',
  ],
  [
    'rare',
    'least common|least frequent|least popular|least frequently|rarest|least commonly|least used|least often|least commonly used|least frequently used',
  ],
  ['top', 'top|first'],
  ['bottom', 'bottom|last'],
  ['whose', 'whose|where the|for which the|in which the|for whom the|whose respective|where their|where its'],
  [
    'that',
    'that|who|which|whom|in which|for which|to which|from which|at which|on which|of which|by which|with which|that also|who also|through which|where|when|during which|under which|for whom|by whom|to whom',
  ],
  ['with', 'with|having|containing at'],
  [
    'have',
    'have|has|had|contain|contains|own|owns|possess|include|includes|owned|including|containing|hold|holds|consist of|comprise|comprises',
  ],
  ['be', 'is|are|was|were|be|been|being|as|am|become|became'],
  ['do', 'do|does|did|can|will|would|could|should|may|might|must|shall'],
  [
    'of',
    'of|of the|of all|of all the|across all|across all the|across all of the|of any|of this|of these|of those|of a|of an|of one of the',
  ],
  ['by', 'by|based on|according to|depending on|in terms of'],
  [
    'preposition',
    'in|on|at|from|for|to|into|within|through|via|among|under the|during|inside|amongst|towards|onto|about|around|near|against|belonging to|out of|located in|located at|based in|situated in|living in|lives in|live in|associated with|related to|corresponding to|born in|made in|made by|produced by|written by|throughout|out|off|over the|upon|along|concerning|regarding|with respect to|in the|located on|linked to|connected to|assigned to',
  ],
  [
    'named',
    'named|called|titled|known as|entitled|under the name|under the name of|by the name of|with the name|with name|with the title|with title|with the name of',
  ],
  [
    'contains',
    'contain the substring|contains the substring|containing the substring|contain substring|includes the substring|include the substring|contains the word|contain the word|containing the word|contains the string|contain the string|includes the word|include the word|with the word|with the substring|has the word|have the word|contains the letter|contain the letter|contains letter|contain the letters|has substring|have substring|has the substring|have the substring|including the substring|including the word|contains the phrase|contain the phrase|with substring|with the letter|have the letter|has the letter|that contain the word|that contains the word|includes the text|include the string|includes the string|contain the text|like|similar to|substring|contains the letters|the letter|the substring|the word|the letters|matching|matches|has letter|have letter|having the letter|has the letters|have the letters',
  ],
  [
    'begins',
    'start with|starts with|starting with|begin with|begins with|beginning with|started with|prefixed with|with prefix|with the prefix|starting with the letter|start with the letter|starts with the letter|begin with the letter|begins with the letter|beginning with the letter|has the prefix|have the prefix|begins with letter|starts with letter|start with letter|prefix|with initial|starts with a|starting with letter',
  ],
  [
    'ends',
    'end with|ends with|ending with|ending in|end in|ends in|ends with the letter|end with the letter|ending with the letter|suffix|with the suffix|with suffix',
  ],
  ['null', 'null|missing|blank|unknown value|not available|not recorded|undefined|empty'],
  [
    'pronoun',
    'their|its|it|them|they|his|her|he|she|him|those|these|themselves|itself|theirs|that of|those of|respective',
  ],
  ['who', 'who|whom'],
  ['when', 'when'],
  ['where', 'where'],
  [
    'which',
    'which|which of the|which of|in which|which ones|on which|from which|for which|at which|what kind of|what type of|what kinds of|what types of|what sort of',
  ],
  [
    'what',
    "what|what is|what are|what was|what were|what is the|what are the|what do|what does|what did|what's|what all",
  ],
  ['possessive', "'s|'"],
  ['any', 'any|some|a|an|the|this|at all|given|particular|certain|ever|at least one'],
  [
    'all',
    'all|all of|all the|all of the|each and every|complete|entire|whole|every single|list of|a list of|list of all|all possible|existing|available|full list of|complete list of|the list of',
  ],
  ['only', 'only|just'],
  ['same', 'same|the same'],
  ['other', 'other|another'],
  ['aged', 'years old|year old|years of age|yrs old|years in age'],
  [
    'everything',
    'all information|all the information|all details|all the details|all info|all the info|everything|all fields|all columns|all attributes|all available information|full details|complete information|all data|all the data|all information about|all the information about|all details about|all the details about|all info about|all the information of|all information of|every detail|the complete information',
  ],
  [
    'share',
    'percentage of|percent of|share of|proportion of|fraction of|what percentage of|what percent of|what proportion of|what share of|what fraction of|percentage share of|the percentage of|the share of|the proportion of',
  ],
  ['ratio', 'ratio of|ratio between|the ratio of|ratio'],
  ['difference', 'difference between|difference in|the difference between|the difference in'],
  ['growth', 'growth of|growth in|growth|month over month|year over year|change in|increase in'],
  ['running', 'running total of|running total|cumulative total of|cumulative sum of|cumulative'],
  ['than', 'than|compared to|compared with'],
  ['times', 'times|time|records|record|instances|occurrences|entries|rows'],
  [
    'corresponding',
    'corresponding|respectively|associated|relevant|related|involved|together|particular|actual|respective',
  ],
  [
    'existence',
    'in our database|are there|is there|there are|there is|exist|exists|existing|there|do we have|does it have|are available|we have|have been recorded|are recorded|in the database|in the system|in the records|in our records|recorded|are listed|in this database|stored|on record|in the dataset|in the data|in existence|in the table|do you have|on file|are stored',
  ],
  [
    'filler',
    'bring in|brings in|brought in|bring|brings|brought|take in|took in|hand in|handed in|give out|gave out|given out|hand out|handed out|come in|came in|comes in|already|me|please|we|you|i|us|our|my|your|there|result|results|value|values|list|then|so|if|now|how|kind of|kinds of|such|too|out|up|also|used|using|use|located|whether|well|ones|correspondingly|currently|ever|made|take|taken|among all|in all|amongst all|of them|overall|specific|info|well as|be found|found|got|gets|get|getting|gotten|makes|make|making|took|takes|go|goes|went|come|comes|came|put|belong|belongs|serve|serves|served|give|gives|gave|given|want|wants|wanted|need|needs|know|known|see|seen|say|says|said|keep|kept|try|call|ask|become|becomes|happen|happened|occur|occurred|consider|considered|respective|related|following|also known|just|actually|ever been|been|associated',
  ],
  ['letter', 'letter|letters'],
]

const table = new Map<string, Operator>()
for (const [operator, text] of lines)
  for (const phrase of text.split('|')) if (!table.has(phrase)) table.set(phrase, operator)

export const longestPhrase = 6

/** The operator of a phrase in lower case with single blanks. */
export function operatorOf(phrase: string): Operator | undefined {
  return table.get(phrase)
}
