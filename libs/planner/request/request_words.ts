/**
 * Beginnings of words by language: `ask` for an answer, `work` for a change, `lead` in front of a polite request.
 * English has its own patterns in question.ts. A language that is missing here still has its question mark.
 */
export const REQUEST_WORDS: Record<string, { ask: string; work: string; lead: string }> = {
  German: {
    ask: 'was warum wieso weshalb wie wo woher wohin welche wer wessen wem wann wieviel erklär erläuter beschreib zeig zähl list nenn sag fass antwort vergleich such find hallo danke gibt ist sind hat',
    work: 'behebe beheb reparier fix füge fügen hinzufüg implementier änder erstell schreib mach refaktorier entfern lösch umbenenn benenn aktualisier ersetz verschieb install bau korrigier ergänz erweiter verbesser optimier übersetz setz pass stell beschleunig überspring härt kürz',
    lead: 'kannst könntest würdest können bitte ich wir',
  },
  French: {
    ask: 'que quoi pourquoi comment où quel quelle quels quelles qui quand combien explique expliquez décris décrivez montre montrez liste listez résume résumez dis dites réponds compare trouve bonjour merci est-ce',
    work: 'corrige corrigez corriger répare répar ajoute ajoutez ajouter implémente implément crée créez créer change changez changer modifie modifi écris écrivez écrire refactorise supprime supprim retire renomme renomm remplace remplac mets mettez mettre installe déplace améliore optimise accélère traduis',
    lead: 'peux pouvez peut-on pourrait-on pourrais pourriez je nous veuillez',
  },
  Spanish: {
    ask: 'qué que por dónde cómo cuál cuáles quién quiénes cuándo cuánto cuántos explica explíca explique describe muestra muéstra lista resume dime responde compara encuentra hola gracias',
    work: 'corrige corregir corrija arregla arreglar repara añade añadir agrega agregar implementa crea crear cambia cambiar modifica escribe escribir refactoriza elimina borra quita renombra reemplaza actualiza instala mueve mejora optimiza traduce haz hacer pon',
    lead: 'puedes podemos podríamos podrías puede podría quiero por favor',
  },
  Portuguese: {
    ask: 'o por onde como qual quais quem quando quanto quantos explique explica descreva descreve mostre mostra liste resuma diga responda compare encontre olá obrigado',
    work: 'corrija corrige corrigir conserte consertar arrume arrumar troque trocar adicione adicionar implemente crie criar altere mude mudar modifique escreva escrever refatore remova apague exclua renomeie substitua atualize instale mova melhore otimize traduza faça',
    lead: 'pode poderia podemos poderíamos você quero',
  },
  Italian: {
    ask: 'che cosa perché come dove quale quali chi quando quanto quanti spiega spiegami descrivi mostra elenca riassumi dimmi rispondi confronta trova ciao grazie',
    work: 'correggi correggere sistema ripara aggiungi aggiungere implementa crea creare cambia cambiare modifica scrivi scrivere rifattorizza rimuovi elimina cancella rinomina sostituisci aggiorna installa sposta migliora ottimizza traduci fai',
    lead: 'puoi potresti può potrebbe vorrei',
  },
  Dutch: {
    ask: 'wat waarom hoe waar welke wie wanneer hoeveel leg beschrijf toon laat som noem zeg antwoord vergelijk vind hallo bedankt',
    work: 'repareer herstel fix voeg implementeer maak verander wijzig schrijf refactor verwijder hernoem vervang werk installeer verplaats verbeter optimaliseer vertaal',
    lead: 'kun kan kunt zou graag',
  },
  Polish: {
    ask: 'co dlaczego czemu jak gdzie który która które kto kiedy ile wyjaśnij opisz pokaż wymień podsumuj powiedz odpowiedz porównaj znajdź cześć dzięki czy',
    work: 'napraw popraw dodaj zaimplementuj stwórz utwórz zmień napisz zrefaktoryzuj usuń przemianuj zamień zaktualizuj zainstaluj przenieś ulepsz przetłumacz zrób',
    lead: 'możesz mógłbyś proszę',
  },
  Swedish: {
    ask: 'vad varför hur var vilken vilka vem när förklara beskriv visa lista sammanfatta säg svara jämför hitta hej tack',
    work: 'fixa rätta lägg implementera skapa ändra skriv refaktorera ta byt ersätt uppdatera installera flytta förbättra översätt gör',
    lead: 'kan kunde snälla',
  },
  Turkish: {
    ask: 'ne neden niçin nasıl nerede hangi kim kimin kaç açıkla anlat göster listele özetle söyle karşılaştır bul merhaba teşekkür',
    work: 'düzelt onar ekle uygula oluştur değiştir yaz sil kaldır güncelle kur taşı iyileştir çevir yap',
    lead: 'lütfen',
  },
  Russian: {
    ask: 'что почему зачем как где куда какой какая какие какое кто чей когда сколько объясни поясни опиши покажи перечисли расскажи скажи ответь сравни найди привет спасибо',
    work: 'исправ почини добав реализ созда измени удали убер перепиш напиш обнов замени переимен сдела установ перенес улучш перевед',
    lead: 'можешь можете пожалуйста мог',
  },
  Ukrainian: {
    ask: 'що чому навіщо як де який яка які хто коли скільки поясни опиши покажи перелічи розкажи скажи порівняй знайди привіт дякую',
    work: 'виправ додай реаліз створ зміни видали прибер перепиш напиши онов заміни перейменуй зроби встанов',
    lead: 'можеш можете будь',
  },
  Arabic: {
    ask: 'ما ماذا لماذا كيف أين أي من متى كم هل اشرح وضح صف أظهر اعرض لخص قل أجب قارن',
    work: 'أصلح صحح أضف نفذ أنشئ غير عدل اكتب احذف أزل أعد حدث استبدل ثبت انقل',
    lead: 'يمكنك رجاء',
  },
  Hindi: {
    ask: 'क्या क्यों कैसे कहाँ कौन कब कितन समझा बता दिखा',
    work: 'ठीक सुधार जोड़ बना बदल लिख हटा',
    lead: 'कृपया',
  },
}

/** Languages without spaces between words, or with the verb at the end: patterns over the whole sentence. */
export const SENTENCE_FORMS: Record<'script' | 'ask' | 'request' | 'work' | 'question', RegExp>[] =
  [
    {
      // Japanese
      script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
      ask: /説明|教え|見せ|要約|一覧|答え|比較|紹介/,
      request:
        /(?:して|いて|えて|って|んで)(?:ください|下さい|くれ|もらえ|ほしい|欲しい|いただけ)|(?:してほしい|お願い)/,
      work: /直し|修正|追加|変更|実装|作成|削除|書[いき]|更新|置き換え|リファクタ|改善|移動|通るように/,
      question: /(?:か|の|かな)[。？?]*$|[？?]$/,
    },
    {
      // Chinese; Japanese is found first by its own letters.
      script: /\p{Script=Han}/u,
      ask: /解释|解釋|说明|說明|告诉|告訴|列出|总结|總結|回答|介绍|介紹|比较|描述/,
      request: /请|請|帮|幫|把|将|麻烦/,
      work: /修复|修復|修正|修改|修一下|修好|改对|改好|加上|补上|补充|加强|迁移|删掉|去掉|换成|加倍|更[快小短](?=$|[。！!])|写一个|写到|写进|写入|修掉|改正|跳过(?=$|[。！!])|应该[是为]|[给为].{1,30}?(?:加|添)|(?:^|[想要希望])让.{1,30}?(?:支持|能|可以|显示|返回|变)|希望.{1,30}?能|添加|新增|实现|實現|创建|建立|删除|刪除|移除|重构|重構|更新|替换|重命名|改成|编写|優化|优化/,
      question: /(?:吗|嗎|呢|么|什么|什麼)[。？?]*$|[？?]$/,
    },
    {
      // Korean
      script: /\p{Script=Hangul}/u,
      ask: /설명|알려|보여|요약|답|비교|나열/,
      request: /줘|주세요|주실|주십시오|해라|하세요|바랍니다/,
      work: /고쳐|수정|추가|구현|변경|삭제|작성|만들|업데이트|리팩|개선|바꿔|이동/,
      question: /(?:까|나요|니|는지|인가요|가요)[.?？]*$|[？?]$/,
    },
  ]
